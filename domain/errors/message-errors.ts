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
  MessageFixed: { status: 409, message: 'This message cannot be changed.' },
  GroupOwnerOnly: { status: 403, message: 'Only the owner of the group can do this.' },
  ConversationFull: { status: 409, message: ({ max }: { max: number }) => `A group can have up to ${max} people.` },
} as const
