import type { ReactNode } from 'react'
import { joinClasses } from '../../ui/class-names.ts'

export type Box = {
  id: string
  label: string
  /** A second line, such as "12 left". */
  note?: ReactNode
  pictureUrl?: string | null
  isFull?: boolean
  isDisabled?: boolean
}

type ChoiceBoxesProps = {
  boxes: readonly Box[]
  /** The name of the group of radio buttons. Without one, several boxes can be chosen. */
  radioName?: string
  chosen: ReadonlySet<string>
  onToggle: (id: string, isOn: boolean) => void
  isInvalid: boolean
}

const shortLabel = 14

/** Choices as boxes that a thumb can hit. Short ones stand beside each other. */
export function ChoiceBoxes({ boxes, radioName, chosen, onToggle, isInvalid }: ChoiceBoxesProps) {
  const areShort = boxes.every(({ label }) => label.length <= shortLabel)
  const havePictures = boxes.some(({ pictureUrl }) => pictureUrl)
  const columns = havePictures
    ? 'grid-cols-[repeat(auto-fill,minmax(9rem,1fr))]'
    : areShort
      ? 'grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))]'
      : 'sm:grid-cols-2'
  return (
    <div className={joinClasses('grid gap-2', columns)}>
      {boxes.map(({ id, label, note, pictureUrl, isFull = false, isDisabled = false }) => (
        <label
          key={id}
          className={joinClasses(
            'relative flex min-h-11.5 min-w-0 flex-col justify-center rounded-control border bg-card px-3 py-2.5 transition-[background-color,border-color] duration-100',
            'has-checked:border-solid has-checked:border-court has-checked:bg-court-wash has-checked:shadow-[inset_0_0_0_1px_var(--court)]',
            'has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-court',
            isInvalid ? 'border-bad' : isFull ? 'border-dashed border-edge' : 'border-line',
            isDisabled ? 'cursor-not-allowed' : 'cursor-pointer hover:border-edge',
          )}
        >
          <input
            type={radioName === undefined ? 'checkbox' : 'radio'}
            {...(radioName !== undefined && { name: radioName })}
            className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-control outline-none"
            checked={chosen.has(id)}
            disabled={isDisabled}
            aria-invalid={isInvalid || undefined}
            onChange={({ target }) => onToggle(id, target.checked)}
          />
          {pictureUrl && <img src={pictureUrl} alt="" loading="lazy" className="mb-2 aspect-4/3 w-full rounded-[6px] object-cover" />}
          <span className={joinClasses('font-strong leading-snug wrap-anywhere', isFull && 'text-soft')}>{label}</span>
          {note && <span className="text-small text-soft">{note}</span>}
        </label>
      ))}
    </div>
  )
}
