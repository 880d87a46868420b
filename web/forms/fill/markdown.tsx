import { lazy, Suspense } from 'react'
import type { Quotes } from '../../../domain/forms/quotes.ts'
import { SkeletonText } from '../../ui/skeleton.tsx'

type MarkdownProps = { text: string; quotes?: Quotes }

/** The Markdown parser is large, so it is loaded only if a form has such a text. */
const Loaded = lazy(async () => {
  const [{ readRichText }, { RichText }, { fillRichText }] = await Promise.all([
    import('../../../domain/rich-text/read-rich-text.ts'),
    import('../../ui/rich-text.tsx'),
    import('../../../domain/forms/fill-rich-text.ts'),
  ])
  return { default: ({ text, quotes = {} }: MarkdownProps) => <RichText tree={fillRichText(readRichText(text), quotes)} /> }
})

/** A text that the builder of the form wrote. */
export function Markdown({ text, ...rest }: MarkdownProps) {
  if (text.trim() === '') return null
  return (
    <Suspense fallback={<SkeletonText lines={3} />}>
      <Loaded text={text} {...rest} />
    </Suspense>
  )
}
