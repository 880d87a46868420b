import type { Ref } from 'react'
import { Progress } from '../../ui/progress.tsx'

type PageHeadProps = {
  formTitle: string
  pageTitle: string
  /** Counted from 1. */
  page: number
  pages: number
  /** "saved", or nothing. */
  kept: string
  heading?: Ref<HTMLHeadingElement>
  /** A preview is a part of another page. */
  level?: 1 | 2
}

/** How far the person is, and what the page is about. */
export function PageHead({ formTitle, pageTitle, page, pages, kept, heading, level = 1 }: PageHeadProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  const facts = [pageTitle !== '' && formTitle, pages > 1 && `page ${page} of ${pages}`, kept].filter(
    (fact) => fact !== false && fact !== '',
  )
  return (
    <header className="grid gap-2">
      {pages > 1 && <Progress label={`Page ${page} of ${pages}`} isLabelHidden tone="court" value={page} max={pages} />}
      <p className="min-h-5 text-small text-soft wrap-anywhere">{facts.join(' · ').replace(/^[a-z]/, (letter) => letter.toUpperCase())}</p>
      <Heading ref={heading} tabIndex={-1} className="text-heading outline-none wrap-anywhere">
        {pageTitle === '' ? formTitle : pageTitle}
      </Heading>
    </header>
  )
}
