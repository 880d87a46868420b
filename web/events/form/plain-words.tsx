import { plainTextOf } from '../../../domain/rich-text/plain-text.ts'
import { readRichText } from '../../../domain/rich-text/read-rich-text.ts'

const shownMost = 120

/** What is written, on one line and without its marks. */
export default function PlainWords({ markdown }: { markdown: string }) {
  return plainTextOf(readRichText(markdown), shownMost)
}
