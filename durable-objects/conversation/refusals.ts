import { AppError } from '../../domain/errors.ts'
import type { ServerFrame } from '../../domain/messages/frames.ts'
import type { LogMessage } from './message-log.ts'

export type Refusal =
  | 'SendingTooFast'
  | 'ReplyToNothing'
  | 'RequestNotAccepted'
  | 'AcceptFirst'
  | 'NobodyReadsThis'
  | 'FilesMissing'
  | 'FilesAfterAccept'
  | 'PollTimeWrong'

/** Why a message that stands there is not changed. */
export type ChangeRefusal = 'SendingTooFast' | 'ReadTooFar' | 'MessageFixed' | 'ReactionRefused' | 'TooManyReactions' | PollRefusal
type PollRefusal = 'QuestionFixed' | 'PollNotHere' | 'PollClosed' | 'OneAnswerOnly' | 'AnswerUnknown'

/** `isRepeated`: the message was there already. `waitMs`: in slow mode, how long the person has to wait. */
export type SendResult = { message: LogMessage; isRepeated: boolean } | { refused: Refusal } | { refused: 'SlowMode'; waitMs: number }

/** The frame that says why something was not done. */
export const refuse = (code: Refusal | ChangeRefusal, clientId?: string): ServerFrame => refuseWith(new AppError(code), clientId)

export const refuseWith = ({ code, userMessage }: AppError, clientId?: string): ServerFrame => ({
  type: 'refused',
  code,
  reason: userMessage,
  ...(clientId === undefined ? {} : { clientId }),
})

/** The error about a message that was not sent. */
export const toError = (result: Extract<SendResult, { refused: string }>): AppError =>
  'waitMs' in result ? new AppError('SlowMode', { values: { waitMs: result.waitMs } }) : new AppError(result.refused)
