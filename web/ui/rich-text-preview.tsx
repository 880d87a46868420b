import { readRichText } from '../../domain/rich-text/read-rich-text.ts'
import { RichText } from './rich-text.tsx'

/** Brings the reader of Markdown with it: loaded when someone asks to see. */
export default function RichTextPreview({ markdown }: { markdown: string }) {
  const tree = readRichText(markdown)
  return tree.length > 0 ? <RichText tree={tree} /> : <p className="text-soft">Nothing written yet.</p>
}
