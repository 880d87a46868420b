import type { Ref } from 'react'
import { Progress } from '../../ui/progress.tsx'

type PageHeadProps = {
  formTitle: string
  pageTitle: string
  /** Counted from 1. */
  page: number
  pages: number
  /** What is counted are questions. */
  isByQuestion?: boolean
  /** "saved", or nothing. */
  kept: string
  heading?: Ref<HTMLHeadingElement>
  /** A preview is a part of another page. */
  level?: 1 | 2
}

/** How far the person is, and what the page is about. */
export function PageHead({ formTitle, pageTitle, page, pages, isByQuestion = false, kept, heading, level = 1 }: PageHeadProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  const place = `${isByQuestion ? 'question' : 'page'} ${page} of ${pages}`
  const facts = [pageTitle !== '' && formTitle, pages > 1 && place, kept].filter((fact) => fact !== false && fact !== '')
  return (
    <header className="grid gap-2">
      {pages > 1 && (
        <Progress label={place.replace(/^[a-z]/, (letter) => letter.toUpperCase())} isLabelHidden tone="court" value={page} max={pages} />
      )}
      <p className="min-h-5 text-small text-soft wrap-anywhere">{facts.join(' · ').replace(/^[a-z]/, (letter) => letter.toUpperCase())}</p>
      <Heading ref={heading} tabIndex={-1} className="text-heading outline-none wrap-anywhere">
        {pageTitle === '' ? formTitle : pageTitle}
      </Heading>
    </header>
  )
}
