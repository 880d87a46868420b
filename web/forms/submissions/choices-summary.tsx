import { ChevronDown } from 'lucide-react'
import { listFields } from '../../../domain/forms/index-content.ts'
import type { SubmissionOverview } from '../../../domain/forms/submission-contract.ts'
import { writeTaken } from '../../../domain/forms/submission-texts.ts'
import { joinClasses } from '../../ui/class-names.ts'

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

type ChoicesSummaryProps = {
  overview: Pick<SubmissionOverview, 'content' | 'options'>
  picked: { field?: string | undefined; option?: string | undefined }
  onPick: (picked: { field: string | undefined; option: string | undefined }) => void
}

/** How many have chosen each option, as bars. A press on one shows only those submissions. */
export function ChoicesSummary({ overview, picked, onPick }: ChoicesSummaryProps) {
  const questions = listQuestions(overview)
  if (questions.length === 0) return null
  return (
    <details open className="group/choices border-y border-line print:hidden">
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-4 rounded-control [&::-webkit-details-marker]:hidden">
        <h2 className="text-title">What was chosen</h2>
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
      </div>
    </details>
  )
}

type ChoiceBarProps = { choice: Choice; most: number; isOn: boolean; onToggle: () => void }

/** The bar is full when no place is left. Without a limit, the longest bar of the field is full. */
function ChoiceBar({ choice, most, isOn, onToggle }: ChoiceBarProps) {
  const share = Math.min(1, choice.taken / (choice.limit ?? most))
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
      <svg aria-hidden="true" className="h-1.5 w-full overflow-hidden rounded-full bg-line">
        <rect width={`${100 * share}%`} height="100%" className="fill-court" />
      </svg>
    </button>
  )
}
