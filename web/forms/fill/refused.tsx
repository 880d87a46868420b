import type { RawAnswers } from '../../../domain/forms/answers.ts'
import type { Ending, FormContent } from '../../../domain/forms/content.ts'
import { Button } from '../../ui/button.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { LastHeading } from './last-heading.tsx'
import { Markdown } from './markdown.tsx'
import { QuotedEnding } from './quoted-ending.tsx'

type RefusedProps = { ending: Ending; content: FormContent; answers: RawAnswers; onBack: () => void }

/** With these answers the form is not for this person, so nothing is sent. */
export function Refused({ ending, content, answers, onBack }: RefusedProps) {
  return (
    <div className={pageFrame('narrow', 'grid justify-items-start gap-4 pt-6 sm:pt-12')}>
      <QuotedEnding content={content} ending={ending} answers={answers}>
        {({ title, text }, quotes) => (
          <>
            <LastHeading>{title}</LastHeading>
            <Markdown text={text} quotes={quotes} />
          </>
        )}
      </QuotedEnding>
      <p className="text-soft">Nothing was sent.</p>
      <Button onClick={onBack}>Change my answers</Button>
    </div>
  )
}
