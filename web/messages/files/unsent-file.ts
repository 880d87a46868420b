/** A file that the viewer attaches to a message. Its content stays on the device under the key until the message is sent. */
export type UnsentFile = {
  key: string
  name: string
  isPicture: boolean
  /** In bytes. */
  size: number
  width: number | null
  height: number | null
  description: string
}

const isUnsentFile = (value: unknown): value is UnsentFile =>
  typeof value === 'object' &&
  value !== null &&
  ['key', 'name', 'description'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string') &&
  typeof (value as UnsentFile).size === 'number'

/** Reads what was stored on the device. What does not fit is left out. */
export const readUnsentFiles = (value: unknown): UnsentFile[] => (Array.isArray(value) ? value.filter(isUnsentFile) : [])

/** Where the drafts of a conversation keep the files that are attached and not sent. */
export const filesDraftKey = (conversationId: string) => `message-files:${conversationId}`
