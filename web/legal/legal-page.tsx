import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { readAnswer } from '../../domain/faqs/rules.ts'
import type { LegalText } from '../../domain/legal/texts.ts'
import { pageFrame } from '../ui/page-frame.tsx'

type LegalPageProps = { title: string; date?: string; text: LegalText; children?: ReactNode }

const linkClasses = 'font-medium text-court underline underline-offset-3'

/** A page of plain text: the terms, the privacy page, and the contact page. */
export function LegalPage({ title, date, text: { intro, sections }, children }: LegalPageProps) {
  return (
    <div className={pageFrame('narrow', 'grid gap-8 pt-3 sm:pt-12')}>
      <header className="grid gap-2">
        <h1>{title}</h1>
        {date !== undefined && (
          <p className="text-small text-soft">
            Version of <time dateTime={date}>{formatVersion(date)}</time>
          </p>
        )}
        <p className="text-soft">{intro}</p>
      </header>
      {children}
      {sections.map(({ title: sectionTitle, paragraphs }) => (
        <section key={sectionTitle} className="grid gap-2.5">
          <h2>{sectionTitle}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>
              {readAnswer(paragraph).map(({ text, to }) =>
                to === null ? (
                  text
                ) : (
                  <Link key={to} to={to} className={linkClasses}>
                    {text}
                  </Link>
                ),
              )}
            </p>
          ))}
        </section>
      ))}
    </div>
  )
}

/** "November 22, 2026". */
const formatVersion = (date: string) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(date))
