import { Button, TextArea } from '@blueprintjs/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { QualityDetail } from '#shared/quality/answers.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { useFileUrl } from '#client/kit/wire/use-file-url.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { PictureInput } from '#client/production/calls/picture-input.tsx';

interface Event {
  at: string;
  what: string;
  by?: string;
  text?: string | null;
  picture?: number | null;
}

const MAX_COMMENT_LENGTH = 1000;

/** Lists what happened to an exception, the latest first. */
function listEvents(exception: QualityDetail, t: Translate): Event[] {
  const { rounds, comments, postedAt, finishedAt, cancelledAt, cancelReason } = exception;
  const events: Event[] = [
    { at: exception.raisedAt, what: t('raiseException'), by: exception.raisedBy },
    ...rounds.flatMap(({ stage, number, at, by, signatures }) => [
      { at, by, what: `${t(stage)} · ${t('roundNumber', { number })}` },
      ...signatures.map((signature) => ({
        at: signature.at,
        by: signature.deputyName
          ? `${signature.signerName} (${t('signedByDeputy', { name: signature.deputyName })})`
          : signature.signerName,
        what: t(signature.result),
        text: signature.comment,
      })),
    ]),
    ...comments.map(({ at, by, text, picture }) => ({ at, by, what: t('exceptionComment'), text, picture })),
    ...(postedAt ? [{ at: postedAt, what: t('piecesMoved') }] : []),
    ...(finishedAt ? [{ at: finishedAt, what: t('finished') }] : []),
    ...(cancelledAt ? [{ at: cancelledAt, what: t('cancelled'), text: cancelReason }] : []),
  ];
  // Of two events with the same time, the later one in `events` happened later.
  return events
    .map((event, index) => ({ event, index }))
    .sort((a, b) => (a.event.at === b.event.at ? b.index - a.index : a.event.at < b.event.at ? 1 : -1))
    .map(({ event }) => event);
}

function CommentPicture({ id }: { id: number }) {
  const t = useT();
  const url = useFileUrl(id);
  return url ? (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={t('picture')} />
    </a>
  ) : (
    <span className="skeleton" />
  );
}

/** Shows the history of an exception with the comments, and adds comments. */
export function QualityStory({ exception }: { exception: QualityDetail }) {
  const t = useT();
  const zone = useTimeZone();
  const client = useQueryClient();
  const [comment, setComment] = useState('');
  const [picture, setPicture] = useState<number | null>(null);
  const [isUploading, setUploading] = useState(false);
  /**
   * The number of comments that were added. As the key of the picture input, it empties the input after each comment.
   */
  const [commentCount, setCommentCount] = useState(0);
  const { busy, runRequest } = useRequestSender();
  const addComment = async () => {
    const isDone = await runRequest(() =>
      send('/mes/quality/comment', { id: exception.id, comment: comment.trim(), picture }),
    );
    if (!isDone) return;
    setComment('');
    setPicture(null);
    setCommentCount((count) => count + 1);
    await client.invalidateQueries({ queryKey: queryKeys.entity('qualityException') });
  };
  return (
    <section className="card quality-section" aria-labelledby="quality-story">
      <h2 id="quality-story">{t('storyOfException')}</h2>
      <div className="quality-comment">
        <TextArea
          fill
          rows={2}
          maxLength={MAX_COMMENT_LENGTH}
          value={comment}
          placeholder={t('addComment')}
          aria-label={t('addComment')}
          onChange={(event) => setComment(event.target.value)}
        />
        <PictureInput key={commentCount} onChange={setPicture} onBusy={setUploading} />
        <Button
          text={t('addComment')}
          loading={busy}
          disabled={comment.trim() === '' || isUploading}
          onClick={() => void addComment()}
        />
      </div>
      <ol className="quality-events">
        {listEvents(exception, t).map(({ at, what, by, text, picture: pictureId }, index) => (
          <li key={index}>
            <time>{formatMoment(at, zone)}</time>
            <span>
              <strong>{what}</strong> {by}
              {text && <q>{text}</q>}
              {pictureId && <CommentPicture id={pictureId} />}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
