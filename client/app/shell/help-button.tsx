import { Button, Drawer } from '@blueprintjs/core';
import { DocumentIcon, EditIcon, HelpIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import { hasPermission, getActionPermission } from '#shared/kernel/permissions.ts';
import { findGuideArea } from '#shared/answers/guide.ts';
import { call, download } from '#client/kit/wire/call.ts';
import { FILE_PATHS } from '#client/kit/wire/files.ts';
import { ignoreRefusal } from '#client/kit/wire/ignore-refusal.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import './help.css';

interface Guide {
  readonly title: string;
  readonly body: string;
  readonly attachment: number | null;
}

/**
 * Opens a drawer with the product's help for the area of the page, and the factory's own guide if there is
 * one.
 */
export function HelpButton() {
  const t = useT();
  const user = useUser();
  const lang = useLang();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const area = findGuideArea(pathname);
  useEffect(() => setOpen(false), [pathname]);
  const { data } = useQuery({
    queryKey: queryKeys.entity('guideBook', 'read', { area, lang }),
    queryFn: ({ signal }) => call<Guide | null>('/mes/guide/read', { area }, { signal }),
    enabled: open,
  });
  return (
    <>
      <Button
        variant="minimal"
        icon={<HelpIcon />}
        aria-label={t('help')}
        title={t('help')}
        onClick={() => setOpen(true)}
      />
      <Drawer
        isOpen={open}
        onClose={() => setOpen(false)}
        position="right"
        size="min(440px, 92vw)"
        title={t('helpOn', { name: t(area) })}
        icon={<HelpIcon />}
      >
        <div className="help">
          {data && (
            <section aria-label={t('guideOwn')}>
              <p className="help-from">{t('guideOwn')}</p>
              <h2>{data.title}</h2>
              {/* The guide is rendered as plain text, so that no user input becomes markup. */}
              {data.body.split(/\n{2,}/).map((paragraph, index) => (
                <p key={index} className="help-text">
                  {paragraph}
                </p>
              ))}
              {data.attachment !== null && (
                <Button
                  icon={<DocumentIcon />}
                  text={t('openAttachment')}
                  onClick={() => {
                    download(FILE_PATHS.get, { id: String(data.attachment) }, data.title).catch(
                      ignoreRefusal,
                    );
                  }}
                />
              )}
            </section>
          )}
          <section aria-label={t('guideProduct')}>
            <p className="help-from">{t('guideProduct')}</p>
            <p className="help-text">{t(`guide.${area}`)}</p>
          </section>
          {hasPermission(user, getActionPermission(entities.guideBook.permission, 'ADD')) && (
            <Link to="/system/guideBook" className="help-write">
              <EditIcon size={14} /> {t('writeGuide')}
            </Link>
          )}
        </div>
      </Drawer>
    </>
  );
}
