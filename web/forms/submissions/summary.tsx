import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { listFields } from '../../../domain/forms/index-content.ts'
import type { SubmissionOverview } from '../../../domain/forms/submission-list-contract.ts'
import { writeTaken } from '../../../domain/forms/submission-texts.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { NumberSummary } from './number-summary.tsx'
import { Bar } from './summary-bar.tsx'

type Count = SubmissionOverview['options'][number]
type Choice = Count & { label: string; limit: number | null }
type Question = { id: string; label: string; choices: Choice[] }

/** The fields of which the server has counted something, in the order of the form. */
function listQuestions({ content, options }: Pick<SubmissionOverview, 'content' | 'options'>): Question[] {
  return content.pages
    .flatMap((page) => listFields(page))
    .flatMap(({ field }) => {
      const counts = options.filter((count) => count.field === field.id)
      if (!('options' in field) || counts.length === 0) return []
      const choices = field.options.flatMap(({ id, label, limit }) => {
        const count = counts.find(({ option }) => option === id)
        return count ? [{ ...count, label, limit }] : []
      })
      return [{ id: field.id, label: field.label, choices }]
    })
}

type SummaryProps = {
  overview: Pick<SubmissionOverview, 'id' | 'content' | 'options'>
  picked: { field?: string | undefined; option?: string | undefined }
  onPick: (picked: { field: string | undefined; option: string | undefined }) => void
}

/** What was answered, as bars. A press on a choice shows only the submissions with it. */
export function Summary({ overview, picked, onPick }: SummaryProps) {
  const questions = listQuestions(overview)
  // On a phone it would push the list down.
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(!isPhone)
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group/choices border-y border-line print:hidden"
    >
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-4 rounded-control [&::-webkit-details-marker]:hidden">
        <h2 className="text-title">Summary</h2>
        <ChevronDown size={17} aria-hidden="true" className="flex-none text-soft transition-transform group-open/choices:rotate-180" />
      </summary>
      <div className="grid gap-x-10 gap-y-6 pt-1 pb-6 sm:grid-cols-2 lg:grid-cols-3">
        {questions.map((question) => (
          <section key={question.id} aria-label={question.label} className="grid min-w-0 content-start gap-1.5">
            <h3 className="text-small font-strong wrap-anywhere">{question.label}</h3>
            <ul className="grid gap-0.5">
              {question.choices.map((choice) => {
                const isOn = picked.field === choice.field && picked.option === choice.option
                return (
                  <li key={choice.option}>
                    <ChoiceBar
                      choice={choice}
                      most={Math.max(1, ...question.choices.map(({ taken }) => taken))}
                      isOn={isOn}
                      onToggle={() =>
                        onPick(isOn ? { field: undefined, option: undefined } : { field: choice.field, option: choice.option })
                      }
                    />
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
        {isOpen && <NumberSummary overview={overview} />}
      </div>
    </details>
  )
}

type ChoiceBarProps = { choice: Choice; most: number; isOn: boolean; onToggle: () => void }

/** The bar is full when no place is left. Without a limit, the longest bar of the field is full. */
function ChoiceBar({ choice, most, isOn, onToggle }: ChoiceBarProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={joinClasses(
        '-mx-2 grid w-[calc(100%+1rem)] gap-1.5 rounded-control px-2 py-2 text-left text-small hover:bg-wash',
        isOn && 'bg-court-wash',
      )}
    >
      <span className="flex flex-wrap justify-between gap-x-4">
        <span className={joinClasses('min-w-0 wrap-anywhere', isOn && 'font-strong')}>{choice.label}</span>
        <span className={isOn ? 'text-ink' : 'text-soft'}>{writeTaken(choice, choice.limit)}</span>
      </span>
      <Bar share={choice.taken / (choice.limit ?? most)} />
    </button>
  )
}
