import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { WallAnswer, WallPicture } from '#shared/answers/boards/wall.ts';
import { decodeUser } from '#shared/kernel/user-answer.ts';
import { call } from '#client/kit/wire/call.ts';
import { session } from '#client/kit/wire/session.ts';
import { getWallRefetchInterval, TEMPORARY_ERROR_CODES } from '#client/kit/wire/temporary-errors.ts';
import { WallScreen } from '../../kit/wall/wall-screen.tsx';
import { parseContent } from '../parse-content.ts';
import { PresetScreen } from '../preset-screen.tsx';
import { WaitingWall } from '../waiting-wall.tsx';
import { useIsWorkingTime } from './is-working-time.ts';
import { useHasOpenCallOrAlarm } from './use-is-help-wanted.ts';
import { useScreenCommands } from './use-screen-commands.ts';
import { useTurn } from './use-turn.ts';
import { WallCard } from './wall-card.tsx';
import './wall-pictures.css';

/** How often the wall reloads its pictures and shifts, because it knows only the shifts of the next days. */
const REFETCH_INTERVAL_MS = 30 * 60_000;

/** The text size with which a screen shows its name, in logical pixels of a stage. */
const IDENTIFY_TEXT_SIZE_PX = 80;
/** A name with more characters is shown in a smaller text. */
const MAX_LARGE_NAME_LENGTH = 12;

/** Shows one picture of the wall: a board of the factory, or a preset. */
function Picture({ picture }: { picture: WallPicture }) {
  const { board, preset } = picture;
  const content = board?.content;
  const parsedContent = useMemo(() => (content === undefined ? null : parseContent(content)), [content]);
  if (!board) return <PresetScreen preset={preset} exitPath={null} />;
  return <WallScreen key={board.id} title={board.name} board={parsedContent} exitPath={null} />;
}

/** Shows the pictures of a playlist in turn. The playlist pauses while `overridePicture` is shown. */
function PicturesInTurn({
  pictures,
  overridePicture,
}: {
  pictures: WallAnswer['pictures'];
  /** A picture that replaces the current picture of the playlist; null if there is none. */
  overridePicture: WallPicture | null;
}) {
  const pictureIndex = useTurn(pictures, overridePicture !== null);
  const picture = overridePicture ?? pictures[pictureIndex];
  return picture ? <Picture picture={picture} /> : null;
}

/** Shows the pictures in turn. While a call is open or an alarm fires, shows the picture for calls instead. */
function PicturesWithCalls({
  pictures,
  callPicture,
}: {
  pictures: WallAnswer['pictures'];
  callPicture: WallPicture;
}) {
  const isHelpWanted = useHasOpenCallOrAlarm();
  return <PicturesInTurn pictures={pictures} overridePicture={isHelpWanted ? callPicture : null} />;
}

/** Darkens the screen outside the shifts. */
function DimmedOutsideShifts({ shifts, dimPercent }: { shifts: WallAnswer['shifts']; dimPercent: number }) {
  const isWorking = useIsWorkingTime(shifts);
  if (isWorking || dimPercent === 0) return null;
  return <div className="wall-dimmed" style={{ opacity: dimPercent / 100 }} />;
}

/** Shows the name of the screen in large letters; a long name in smaller ones. */
function IdentifiedName({ name }: { name: string }) {
  const isLong = name.length > MAX_LARGE_NAME_LENGTH;
  return (
    <div className="wall wall-identified" role="alert">
      <WallCard
        textSizePx={IDENTIFY_TEXT_SIZE_PX}
        className={isLong ? 'wall-name-alone wall-name-long' : 'wall-name-alone'}
      >
        {name}
      </WallCard>
    </div>
  );
}

/** Shows the pictures that are set for a paired screen, and executes the commands for the screen. */
export function WallPictures() {
  const { data, refetch } = useQuery({
    queryKey: ['wall', 'shown'],
    queryFn: ({ signal }) =>
      call<WallAnswer>(
        '/mes/wall/shown',
        {},
        { signal, codesShownElsewhere: [...TEMPORARY_ERROR_CODES, 'notSignedIn', 'rowNotFound', 'notFound'] },
      ),
    refetchInterval: ({ state }) => getWallRefetchInterval(state.error, REFETCH_INTERVAL_MS),
    refetchIntervalInBackground: true,
  });
  const { identifiedName } = useScreenCommands(data?.user.screen?.shown ?? null, () => void refetch());
  const user = data?.user;
  useEffect(() => {
    // The name of the factory and its time zone may have changed.
    if (user && session.current?.user.screen?.shown !== user.screen?.shown) session.refresh(decodeUser(user));
  }, [user]);
  if (!data) return <WaitingWall />;
  return (
    <>
      {data.callPicture ? (
        <PicturesWithCalls pictures={data.pictures} callPicture={data.callPicture} />
      ) : (
        <PicturesInTurn pictures={data.pictures} overridePicture={null} />
      )}
      <DimmedOutsideShifts shifts={data.shifts} dimPercent={data.dimLevel} />
      {identifiedName !== null && <IdentifiedName name={identifiedName} />}
    </>
  );
}
