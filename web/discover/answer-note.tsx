import { X } from 'lucide-react'
import type { ParsedQuestion } from '../../domain/ask/contract.ts'
import { moveToCity } from '../../domain/discover/state.ts'
import { ToggleChip } from '../ui/chip.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import type { DiscoverControls } from './use-discover-state.ts'
import type { QuestionControls } from './use-question.ts'

export type AnswerNoteProps = { questionControls: QuestionControls; answer: ParsedQuestion } & Pick<
  DiscoverControls,
  'state' | 'city' | 'change'
>

/** What was unclear in the question: words we left out, our guesses, and cities with the same name. */
export default function AnswerNote({ questionControls, answer, state, city, change }: AnswerNoteProps) {
  const { leftover, chips, cityChoices, needsCity, wasCut, filters } = answer
  const guesses = chips.filter(({ isGuess }) => isGuess).map(({ label }) => label)
  const cityOptions =
    filters.city && cityChoices.length > 0 ? [...(city ? [city] : []), ...cityChoices.filter(({ id }) => id !== city?.id)] : []
  const isEmpty = leftover.length === 0 && guesses.length === 0 && cityOptions.length === 0 && !needsCity && !wasCut
  if (isEmpty) return null
  return (
    <div role="status" className="flex items-start justify-between gap-3 rounded-card bg-wash py-1.5 pr-1 pl-4 text-small">
      <div className="grid gap-2 py-2">
        {chips.length === 0 && <p className="font-medium">We did not find a sport, place or time in your question.</p>}
        {leftover.length > 0 && <p>Left out: {leftover.map((words) => `“${words}”`).join(', ')}.</p>}
        {guesses.length > 0 && <p>Our guess: {guesses.join(', ')}.</p>}
        {wasCut && <p>Your question is long. We only read the first 300 characters.</p>}
        {needsCity && <p>Where are you? Choose a city under “Where”.</p>}
        {cityOptions.length > 1 && (
          <div className="flex flex-wrap items-center gap-2">
            Which {filters.city?.name}?
            {cityOptions.slice(0, 5).map((choice) => (
              <ToggleChip key={choice.id} isOn={choice.id === city?.id} onToggle={() => change(moveToCity(state, choice))}>
                {choice.state}
              </ToggleChip>
            ))}
          </div>
        )}
      </div>
      <IconButton label="Close" className="text-soft" onClick={questionControls.close}>
        <X size={17} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
