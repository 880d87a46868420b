import * as v from 'valibot'

/** The kind, and what identifies the conversation among those of its kind. */
export const ConversationId = v.pipe(
  v.string(),
  v.regex(/^(direct|group|team|topic|event)_[\w-]{1,64}$/, 'This is not a valid id of a conversation.'),
)
