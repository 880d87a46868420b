import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { type Faq, readAnswer } from '../../domain/faqs/rules.ts'
import { Seats } from '../ui/seats.tsx'
import { getElementId } from './use-open-faqs.ts'

type FaqRowProps = { faq: Faq; isOpen: boolean; onToggle: (isOpen: boolean) => void }

/** A question with its answer. The closed answer is in the page too, so that the browser's own search can find and open it. */
export function FaqRow({ faq: { id, question, answer }, isOpen, onToggle }: FaqRowProps) {
  return (
    <details
      id={getElementId(id)}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) onToggle(currentTarget.open)
      }}
      className="group/faq border-t border-line"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-5 rounded-control py-3.5 hover:text-court [&::-webkit-details-marker]:hidden">
        <h3 className="min-w-0 flex-1 font-strong tracking-normal">{question}</h3>
        <Plus
          size={20}
          aria-hidden="true"
          className="flex-none text-court transition-transform group-open/faq:rotate-45 motion-reduce:transition-none"
        />
      </summary>
      <div className="mt-1 mb-6 grid gap-3.5 border-l-2 border-ball pl-4">
        {id === 'dots' && <Seats taken={5} ownSeats={1} open={2} waiting={2} size="large" />}
        <p className="max-w-[64ch]">
          {readAnswer(answer).map(({ text, to }) =>
            to === null ? (
              text
            ) : (
              <Link key={to} to={to} className="font-medium text-court underline underline-offset-3">
                {text}
              </Link>
            ),
          )}
        </p>
      </div>
    </details>
  )
}
