import { useEffect, useRef } from 'react'
import type { Ending } from '../../../domain/forms/content.ts'
import { Button } from '../../ui/button.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { Markdown } from './markdown.tsx'

/** With these answers the form is not for this person, so nothing is sent. */
export function Refused({ ending, onBack }: { ending: Ending; onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={pageFrame(672, 'grid justify-items-start gap-4 pt-6 sm:pt-12')}>
      <h1 ref={heading} tabIndex={-1} className="outline-none wrap-anywhere">
        {ending.title}
      </h1>
      <Markdown text={ending.text} />
      <p className="text-soft">Nothing was sent.</p>
      <Button onClick={onBack}>Change my answers</Button>
    </div>
  )
}
