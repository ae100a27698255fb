import { useMemo } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { OPEN_CALL_STATES, type OpenCallState } from '#shared/machines/andon-call.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ElapsedTimeInWords } from '../kit/drawing/elapsed-in-words.tsx';
import { UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './open-calls.css';

const words = {
  levelShort: ['{{level}}级', 'L{{level}}', '{{level}}級', 'L{{level}}'],
  calledByName: ['{{name}} 呼叫', '{{name}} called', '{{name}} 呼叫', '{{name}} 呼出'],
  answeredByName: ['{{name}} 响应', '{{name}} answers', '{{name}} 回應', '{{name}} 対応'],
  onSiteByName: ['{{name}} 到场', '{{name}} on site', '{{name}} 到場', '{{name}} 到着'],
} as const satisfies TermsByKey;

interface OpenHelpCall {
  id: string;
  type: string;
  stopsWork: boolean;
  place: string;
  state: OpenCallState | null;
  raisedAt: string;
  raisedBy: string;
  answeredBy: string;
  level: number;
  askedPeople: string;
}

const readOpenHelpCall = (row: ReportRow): OpenHelpCall => ({
  id: cellReaders.text(row, 'id'),
  type: cellReaders.text(row, 'typeName'),
  stopsWork: row['stops'] === true,
  place:
    cellReaders.text(row, 'deviceName') ||
    cellReaders.text(row, 'processName') ||
    cellReaders.text(row, 'groupName'),
  state: OPEN_CALL_STATES.find((state) => state === row['state']) ?? null,
  raisedAt: cellReaders.text(row, 'raisedAt'),
  raisedBy: cellReaders.text(row, 'raisedBy'),
  answeredBy: cellReaders.text(row, 'answeredBy'),
  level: cellReaders.number(row, 'level') ?? 0,
  askedPeople: cellReaders.text(row, 'asked'),
});

/** Compares calls for sorting. Calls that stop work come first, then higher escalation levels, then older calls. */
const compareOpenHelpCalls = (one: OpenHelpCall, other: OpenHelpCall): number =>
  Number(other.stopsWork) - Number(one.stopsWork) ||
  other.level - one.level ||
  one.raisedAt.localeCompare(other.raisedAt) ||
  Number(one.id) - Number(other.id);

/** Shows the state of a call, with the person who answered the call, otherwise with the person who raised it. */
function renderCallState({ state, answeredBy, raisedBy }: OpenHelpCall, t: Translate<keyof typeof words>) {
  if (!state) return UNKNOWN_VALUE_TEXT;
  const name = answeredBy || raisedBy;
  const term = answeredBy
    ? state === 'onSite'
      ? 'onSiteByName'
      : 'answeredByName'
    : raisedBy
      ? 'calledByName'
      : state;
  return <WallStateMark stateStyle={getStateStyle(state)}>{t(term, { name })}</WallStateMark>;
}

function OpenCallsContent({ settings, rows, areRowsKnown }: WidgetProps<{ pageSeconds: number }>) {
  const t = useT(words);
  const calls = useMemo(() => rows.map(readOpenHelpCall).sort(compareOpenHelpCalls), [rows]);
  if (calls.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'noOpenCalls' : 'waitingForData')}</TileMessage>;
  // At most one row flashes: the first unanswered call that stops work.
  const flashingCallId = calls.find((call) => call.stopsWork && call.state === 'raised')?.id;
  const getLampClass = (call: OpenHelpCall) =>
    `call-lamp${call.stopsWork ? ' is-stop' : ''}${call.id === flashingCallId ? ' is-flashing' : ''}`;
  return (
    <div className="wall-table">
      <PagedRows
        rows={calls}
        keyOf={({ id }) => id}
        pageSeconds={settings.pageSeconds}
        rowClass="call-columns"
        marksNew
        subjectOf={({ id, type, place }) => ({
          kind: 'abnormalCall',
          id: Number(id),
          name: [place, type].filter(Boolean).join(' · '),
        })}
      >
        {(call) => (
          <>
            <span className={getLampClass(call)} aria-hidden="true" />
            <span className="call-place cut">{call.place || UNKNOWN_VALUE_TEXT}</span>
            <span className="call-what">
              <span className="call-type cut">
                <WallStateMark stateStyle={getStateStyle(call.stopsWork ? 'down' : 'raised')}>
                  {call.type || UNKNOWN_VALUE_TEXT}
                </WallStateMark>
              </span>
              <span className="call-state cut">
                {call.level > 0 && (
                  <span className="wall-late">
                    <span className="wall-shape" aria-hidden="true">
                      {getStateStyle('suspended').shape}
                    </span>
                    {t('levelShort', { level: call.level })}{' '}
                  </span>
                )}
                {renderCallState(call, t)}
                {call.askedPeople !== '' && <span className="call-asked quiet"> {call.askedPeople}</span>}
              </span>
            </span>
            <span className="call-since to-end">
              <ElapsedTimeInWords since={call.raisedAt} />
            </span>
          </>
        )}
      </PagedRows>
    </div>
  );
}

/** Shows the open calls for help: their type, place and age, and who answered or raised them. */
export const openCalls = defineWidget({
  type: 'openCalls',
  version: 1,
  title: 'openCalls',
  area: 'calls',
  words,
  size: { w: 9, h: 11, minW: 8, minH: 5 },
  settings: {
    ...GROUP_SCOPE_FIELDS,
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: (settings, variables) => ({
    path: '/mes/form/openCalls',
    params: buildGroupScopeParams(settings, variables),
  }),
  Component: OpenCallsContent,
});
