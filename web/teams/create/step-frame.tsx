import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { reviewStep } from '../../../domain/team-drafts/contract.ts'
import { useTitle } from '../../shell/use-title.ts'
import { pageFrame } from '../../ui/page-frame.tsx'
import { Progress } from '../../ui/progress.tsx'

export const stepPath = (step: number) => `/teams/create/${step}`

type StepFrameProps = {
  step: number
  title: string
  intro?: ReactNode
  children: ReactNode
}

/** The progress, the title and the contents of one page. The title of the tab names the page, so that screen readers say it. */
export function StepFrame({ step, title, intro, children }: StepFrameProps) {
  useTitle(title)
  const total = reviewStep + 1
  return (
    <div className={pageFrame('narrow', 'grid grid-cols-[minmax(0,1fr)] gap-6 pt-3 sm:pt-9')}>
      {step <= reviewStep && (
        <div className="grid gap-3">
          {step > 0 && (
            <Link
              to={stepPath(step - 1)}
              className="inline-flex min-h-11 items-center gap-1.5 justify-self-start font-strong text-court hover:underline"
            >
              <ArrowLeft size={17} aria-hidden="true" /> Back
            </Link>
          )}
          <Progress label="Start a community" value={step + 1} max={total} valueText={`Page ${step + 1} of ${total}`} />
        </div>
      )}
      <header className="grid gap-1.5">
        <h1>{title}</h1>
        {intro && <p className="text-soft">{intro}</p>}
      </header>
      {children}
    </div>
  )
}
