import { lazy, Suspense } from 'react'
import { SkeletonText } from '../../ui/skeleton.tsx'

/** The Markdown parser is large, so it is loaded only if a form has such a text. */
const Loaded = lazy(async () => {
  const [{ readRichText }, { RichText }] = await Promise.all([
    import('../../../domain/rich-text/read-rich-text.ts'),
    import('../../ui/rich-text.tsx'),
  ])
  return { default: ({ text }: { text: string }) => <RichText tree={readRichText(text)} /> }
})

/** A text that the builder of the form wrote. */
export function Markdown({ text }: { text: string }) {
  if (text.trim() === '') return null
  return (
    <Suspense fallback={<SkeletonText lines={3} />}>
      <Loaded text={text} />
    </Suspense>
  )
}
