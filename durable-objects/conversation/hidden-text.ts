import type { LogMessage } from './message-log.ts'

/** Whoever hides a message does not delete it, but nobody sees its words until it is shown again. */
export function withoutHiddenText(message: LogMessage): LogMessage {
  if (!message.isHidden) return message
  const { isHidden: _, ...deleted } = message
  return message.text === null ? deleted : { ...message, text: null }
}
