import { errors } from '../../domain/errors.ts'
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
export type ChangeRefusal = 'SendingTooFast' | 'MessageFixed' | 'ReactionRefused' | 'TooManyReactions' | PollRefusal
type PollRefusal = 'QuestionFixed' | 'PollNotHere' | 'PollClosed' | 'OneAnswerOnly' | 'AnswerUnknown'

/** `isRepeated`: the message was there already. */
export type SendResult = { message: LogMessage; isRepeated: boolean } | { refused: Refusal }

/** The frame that says why something was not done. */
export const refuse = (code: Refusal | ChangeRefusal, clientId?: string): ServerFrame => ({
  type: 'refused',
  code,
  reason: errors[code].message,
  ...(clientId === undefined ? {} : { clientId }),
})
