import { useEffect, useId, useRef } from 'react'
import { isSameValue } from '../../domain/merge-edits.ts'
import { joinClasses } from './class-names.ts'
import { type EditConflict, type FormPart, formatIncoming, type Side } from './edit-conflict.ts'

type MergeNoticeProps<Values> = {
  conflict: EditConflict<Values> | null
  /** The current values of the form. */
  values: Values
  onChoose: (part: FormPart<Values>, side: Side) => void
  className?: string | undefined
}

/** Stands above the button of a form. Shows both values of each part that was changed here and elsewhere. */
export function MergeNotice<Values>({ conflict, values, onChoose, className }: MergeNoticeProps<Values>) {
  const group = useRef<HTMLFieldSetElement>(null)
  const headingId = useId()
  const theirs = conflict?.theirs
  const isSeen = conflict?.isSeen
  useEffect(() => {
    if (!theirs || !isSeen) return
    // The browser would scroll only a part of it into view, behind the bars at the bottom of a phone.
    group.current?.focus({ preventScroll: true })
    group.current?.scrollIntoView({ block: 'start' })
  }, [theirs, isSeen])
  if (!conflict) return null
  const { collisions, incoming, mine } = conflict
  const incomingLine = incoming.length > 0 && <p className="text-small text-soft">{formatIncoming(incoming.map(({ label }) => label))}</p>
  if (collisions.length === 0) return <div role="status">{incomingLine}</div>
  return (
    <fieldset
      ref={group}
      aria-labelledby={headingId}
      tabIndex={-1}
      className={joinClasses('grid min-w-0 scroll-my-24 gap-4 rounded-card border border-line bg-wash p-4', className)}
    >
      <div className="grid gap-0.5">
        <p id={headingId} className="font-strong">
          This was changed elsewhere while you edited it
        </p>
        <p className="text-small text-soft">Your changes are not saved yet. Choose what to keep, then save again.</p>
        {incomingLine}
      </div>
      {collisions.map((part) => {
        const isMine = !isSameValue(part.valueOf(values), part.valueOf(conflict.theirs))
        return (
          <fieldset key={part.label} className="min-w-0">
            <legend className="mb-1.5 text-small font-strong">{part.label}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              <SideChoice label="Yours" value={part.format(isMine ? values : mine)} isOn={isMine} onChoose={() => onChoose(part, 'mine')} />
              <SideChoice
                label="Saved elsewhere"
                value={part.format(conflict.theirs)}
                isOn={!isMine}
                onChoose={() => onChoose(part, 'theirs')}
              />
            </div>
          </fieldset>
        )
      })}
    </fieldset>
  )
}

type SideChoiceProps = { label: string; value: string; isOn: boolean; onChoose: () => void }

function SideChoice({ label, value, isOn, onChoose }: SideChoiceProps) {
  return (
    <label
      className={joinClasses(
        'flex min-h-11 min-w-0 cursor-pointer gap-2.5 rounded-control border bg-card p-3',
        isOn ? 'border-court' : 'border-line',
      )}
    >
      <input type="radio" checked={isOn} onChange={onChoose} className="mt-0.75 size-5 flex-none accent-court" />
      <span className="grid min-w-0 content-start">
        <span className="text-small text-soft">{label}</span>
        <span className="whitespace-pre-line wrap-anywhere">{value.trim() || 'Empty'}</span>
      </span>
    </label>
  )
}
