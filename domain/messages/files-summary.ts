import * as v from 'valibot'
import type { MessageFile } from './files.ts'

/** What lists say of a message that has files and no text: how many they are, how many of them are pictures, and the name of the first. */
export const FilesSummary = v.object({ count: v.number(), pictures: v.number(), name: v.string() })
export type FilesSummary = v.InferOutput<typeof FilesSummary>

export function summarizeFiles(files: readonly Pick<MessageFile, 'kind' | 'name'>[]): FilesSummary | null {
  const [first] = files
  return first ? { count: files.length, pictures: files.filter(({ kind }) => kind === 'picture').length, name: first.name } : null
}

/** "Photo", "3 photos", "rules.pdf" or "4 files". */
export function writeFiles({ count, pictures, name }: FilesSummary): string {
  if (count === pictures) return count === 1 ? 'Photo' : `${count} photos`
  return count === 1 ? name : `${count} files`
}

/** The text of a message, or its files in words. Null if it is deleted or hidden. */
export function writeMessage(text: string | null, files: readonly Pick<MessageFile, 'kind' | 'name'>[] = []): string | null {
  const summary = text === '' ? summarizeFiles(files) : null
  return summary ? writeFiles(summary) : text
}

/** A message never begins with this character. */
const mark = '\u001e'

/** The database has one column for the start of the last text, and for its files if it has none. */
export const packLast = (text: string | null, files: FilesSummary | null): string | null =>
  text === '' && files ? mark + JSON.stringify(files) : text

export function unpackLast(stored: string | null): { text: string | null; files: FilesSummary | null } {
  if (!stored?.startsWith(mark)) return { text: stored, files: null }
  const files = v.safeParse(v.pipe(v.string(), v.parseJson(), FilesSummary), stored.slice(mark.length))
  return { text: '', files: files.success ? files.output : null }
}
