import type { BoardPreset } from '#shared/boards/preset-names.ts';
import type { UserAnswer } from '#shared/kernel/user-answer.ts';

/**
 * The answer to a browser that asks for pairing: a code that somebody must confirm, or the screen with which the
 * browser is paired. The token is only in the answer to the call that creates the code.
 */
export type PairingAnswer =
  | { readonly code: string; readonly expiresAt: string; readonly token: string | null; readonly user: null }
  | { readonly code: null; readonly user: UserAnswer };

/** The browser that shows a pairing code, for the person who is about to confirm the code. */
export interface PairingRequest {
  readonly code: string;
  readonly ip: string;
  /** The user agent of the browser. */
  readonly agent: string;
  readonly askedAt: string;
}

/** One picture of a wall: a board of the factory, or else a preset. */
export interface WallPicture {
  readonly preset: BoardPreset;
  readonly board: { readonly id: number; readonly name: string; readonly content: string } | null;
  /** The display time of the picture in seconds. It has no effect if there is only one picture. */
  readonly seconds: number;
}

/** What a paired screen shows. */
export interface WallAnswer {
  readonly user: UserAnswer;
  /** The pictures to show in turn, at least one. */
  readonly pictures: readonly WallPicture[];
  /** The picture to show while a call for help is open; null if calls do not interrupt. */
  readonly callPicture: WallPicture | null;
  /** By how much the screen is darker outside shifts, in percent. */
  readonly dimLevel: number;
  /** The shifts of yesterday, today and the next two days, as ISO 8601; null if the factory has no shifts. */
  readonly shifts: readonly { readonly startsAt: string; readonly endsAt: string }[] | null;
}
