import { writeWait } from '../messages/slow-mode.ts'

/** Errors about conversations and messages. */
export const messageErrors = {
  SendingTooFast: { status: 429, message: 'You are sending very fast. Wait a few seconds.' },
  ReplyToNothing: { status: 404, message: 'The message that you answer does not exist.' },
  RequestNotAccepted: { status: 403, message: 'You can write more when they accept your first messages.' },
  AcceptFirst: { status: 403, message: 'Accept that you are in this group before you write.' },
  NobodyReadsThis: { status: 409, message: 'Nobody can read this conversation anymore.' },
  ReactionRefused: { status: 409, message: 'You cannot react to this message.' },
  TooManyReactions: { status: 409, message: 'This message has no room for another kind of reaction.' },
  TooManyPins: { status: 409, message: 'Ten messages are pinned already. Unpin one first.' },
  ReadTooFar: { status: 400, message: 'There is no such message yet.' },
  MessageFixed: { status: 409, message: 'This message cannot be changed.' },
  PollTimeWrong: { status: 400, message: 'A poll closes within 30 days from now.' },
  PollNotHere: { status: 404, message: 'You cannot vote here.' },
  PollClosed: { status: 409, message: 'This poll is closed.' },
  OneAnswerOnly: { status: 409, message: 'Choose one answer.' },
  AnswerUnknown: { status: 409, message: 'This poll does not have that answer.' },
  QuestionFixed: { status: 409, message: 'People have voted, so the question cannot be changed.' },
  FileKindRefused: {
    status: 400,
    message: 'We do not take files of this kind. Use pictures, PDF, text, calendars, office documents, ZIP, audio or video.',
  },
  FileTooLarge: { status: 413, message: 'A file can have up to 10 MB.' },
  FileBodyUnsupported: { status: 415, message: 'Send the content of the file as application/octet-stream.' },
  FilesMissing: { status: 409, message: 'A file of this message is not on our side anymore. Attach it again.' },
  FileNotStored: { status: 503, message: 'The file could not be stored. Try again in a moment.' },
  FilesAfterAccept: { status: 403, message: 'You can send files when they accept your first messages.' },
  TooManyFiles: { status: 429, message: 'You have attached very many files today. Try again tomorrow.' },
  SlowMode: {
    status: 429,
    message: ({ waitMs }: { waitMs: number }) => `Slow mode is on. You can write again in ${writeWait(waitMs)}.`,
  },
  GroupOwnerOnly: { status: 403, message: 'Only the owner of the group can do this.' },
  ConversationFull: { status: 409, message: ({ max }: { max: number }) => `A group can have up to ${max} people.` },
} as const
