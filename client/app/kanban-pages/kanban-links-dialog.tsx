import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatedLink } from '#shared/answers/boards/kanban.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import { password } from '#shared/kernel/fields.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { confirm } from '#client/kit/messages/confirm.ts';
import { SecretDialog } from '#client/kit/messages/secret-dialog.tsx';
import { LINK_PATH } from '#client/kit/pages/addresses.ts';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call, send } from '#client/kit/wire/call.ts';
import { ignoreRefusal } from '#client/kit/wire/ignore-refusal.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatMoment, formatNumber, toLocalDay } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import './kanban-links.css';

type Link = Entity<'kanbanLink'>;

const { recipient, validUntil, language } = entities.kanbanLink.fields;
const LINK_FIELDS = {
  recipient,
  validUntil,
  language,
  password: password({ max: 100, label: 'linkPassword' }),
};
const LINK_FORM = { fields: LINK_FIELDS };
/** The maximum number of links that the dialog lists, the newest first. */
const MAX_LISTED_LINKS = 200;

const buildLinkAddress = (token: string): string => `${window.location.origin}${LINK_PATH}#${token}`;

const getLinkState = (link: Link, today: string): TermKey => {
  if (link.revokedAt !== null) return 'linkRevoked';
  return link.validUntil < today ? 'linkExpired' : 'linkValid';
};

/** Asks for the recipient, the last day, the language and the password of a new link. */
function MakeLinkDialog({
  kanban,
  onMade,
  onClose,
}: {
  kanban: { readonly id: number; readonly name: string };
  onMade: (token: string) => void;
  onClose: () => void;
}) {
  const t = useT();
  const form = useForm(LINK_FIELDS);
  const { busy, submit } = useSubmit(form, async (values) => {
    const { token } = await send<CreatedLink>(
      '/mes/customerKanban/link/make',
      { kanbanId: kanban.id, ...values },
      { codesShownElsewhere: ['fieldsInvalid'] },
    );
    onMade(token);
  });
  return (
    <FormDialog
      title={t('makeLink')}
      subject={kanban.name}
      form={form}
      busy={busy}
      submitText={t('makeLink')}
      onSubmit={submit}
      onClose={onClose}
      confirmsDiscard
    >
      <Field of={LINK_FORM} name="recipient" autoFocus />
      <Field of={LINK_FORM} name="validUntil" />
      <Field of={LINK_FORM} name="language" />
      <Field of={LINK_FORM} name="password" />
    </FormDialog>
  );
}

/** Lists the links of a kanban. The user can make a new link, and revoke links. */
export function KanbanLinksDialog({
  kanban,
  onClose,
}: {
  kanban: { readonly id: number; readonly name: string };
  onClose: () => void;
}) {
  const t = useT();
  const zone = useTimeZone();
  const client = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const [madeToken, setMadeToken] = useState<string | null>(null);
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.entity('kanbanLink', 'page', kanban.id),
    queryFn: ({ signal }) =>
      call<PageAnswer<Link>>(
        '/mes/customerKanban/link/page',
        { filter: JSON.stringify({ kanbanId: kanban.id }), limit: MAX_LISTED_LINKS },
        { signal },
      ),
  });
  const refreshLinks = () => client.invalidateQueries({ queryKey: queryKeys.entity('kanbanLink') });
  const revokeLink = async (link: Link) => {
    const isConfirmed = await confirm({
      title: t('revokeLink'),
      text: t('revokeLinkQuestion', { name: link.recipient }),
      yes: t('revokeLink'),
      danger: true,
    });
    if (!isConfirmed) return;
    await send('/mes/customerKanban/link/revoke', { id: link.id });
    await refreshLinks();
  };
  const today = toLocalDay(zone, getServerTime());
  const rows = data?.rows ?? [];
  return (
    <Dialog isOpen onClose={onClose} title={`${t('kanbanLinks')}: ${kanban.name}`} className="kanban-links">
      <DialogBody>
        {rows.length === 0 && (data || isError) ? (
          <ListEmpty failed={isError} onRetry={() => void refetch()}>
            <p>{t('noLinksYet')}</p>
          </ListEmpty>
        ) : (
          <table className="plain-table" aria-busy={!data}>
            <TableHead
              heads={[
                t('linkRecipient'),
                t('linkState'),
                t('linkValidUntil'),
                { words: t('linkViewCount'), className: 'figure' },
                t('linkViewedAt'),
                { words: t('moreActions'), hidden: true },
              ]}
            />
            <tbody>
              {rows.map((link) => {
                const state = getLinkState(link, today);
                return (
                  <tr key={link.id}>
                    <th scope="row">
                      {link.recipient}
                      {link.hasPassword && <small> · {t('linkHasPassword')}</small>}
                    </th>
                    <td>
                      <StateMark state={state} />
                    </td>
                    <td>{link.validUntil}</td>
                    <td className="figure">{formatNumber(link.viewCount, 0)}</td>
                    <td>{link.viewedAt === null ? '—' : formatMoment(link.viewedAt, zone)}</td>
                    <td>
                      {state === 'linkValid' && (
                        <Button
                          text={t('revokeLink')}
                          onClick={() => void revokeLink(link).catch(ignoreRefusal)}
                        />
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </DialogBody>
      <DialogFooter
        actions={<Button intent="primary" text={t('makeLink')} onClick={() => setMaking(true)} />}
      />
      {isMaking && (
        <MakeLinkDialog
          kanban={kanban}
          onMade={(token) => {
            setMaking(false);
            setMadeToken(token);
            void refreshLinks();
          }}
          onClose={() => setMaking(false)}
        />
      )}
      <SecretDialog
        title={t('linkAddress')}
        text={t('linkMade')}
        secret={madeToken === null ? null : buildLinkAddress(madeToken)}
        onClose={() => setMadeToken(null)}
      />
    </Dialog>
  );
}
