import { useEffect, useMemo, useRef, useState } from 'react'
import type { MyAvailability } from '../../domain/availability/contract.ts'
import type { DraftAvailability } from '../../domain/availability/drafts.ts'
import { canSave, makeEmptyAvailability, prepareToSave } from '../../domain/availability/rules.ts'
import { mergeEdits } from '../../domain/merge-edits.ts'
import { weekdays } from '../../domain/time/clock.ts'
import { holdReload } from '../busy.ts'
import { dropDraft, readDraft, sourceOfDraft, writeDraft } from '../ui/draft.ts'
import { chooseSide, type EditConflict, type FormPart, type Side } from '../ui/edit-conflict.ts'
import { listNamedParts } from './availability-parts.ts'
import { getDeviceTimeZone } from './time-zones.ts'

/** Saved hours with their version. */
export type SavedHours = DraftAvailability & { version: number }

/** Unsaved changes. */
type Draft = {
  values: DraftAvailability
  /** The saved hours that the values are a change of. */
  base: SavedHours
  /** The same for the stored draft. It is older while the user has to choose, so that the choice is shown again after a reload. */
  storedBase: SavedHours | null
  conflict: EditConflict<DraftAvailability> | null
}

const draftKey = 'availability'

/** Saving sorts the ranges, so two drafts that differ only in order are the same. */
const isSame = (a: DraftAvailability, b: DraftAvailability) =>
  JSON.stringify(a) === JSON.stringify(b) || (canSave(a) && JSON.stringify(prepareToSave(a)) === JSON.stringify(prepareToSave(b)))

export const readSavedHours = ({ availability, version }: MyAvailability): SavedHours => ({
  ...(availability ?? makeEmptyAvailability(getDeviceTimeZone())),
  version,
})

const withoutVersion = ({ version: _, ...values }: SavedHours): DraftAvailability => values

/** Merges the unsaved changes with hours that were saved elsewhere. */
function mergeDraft({ values, base }: { values: DraftAvailability; base: SavedHours | null }, theirs: SavedHours, isSeen: boolean): Draft {
  const edits = { base: base && withoutVersion(base), mine: values, theirs: withoutVersion(theirs) }
  const { merged, collisions, incoming } = mergeEdits(listNamedParts(edits), edits)
  return {
    values: merged,
    base: theirs,
    storedBase: collisions.length > 0 ? base : theirs,
    conflict: { theirs: edits.theirs, mine: values, collisions, incoming, isSeen },
  }
}

function readStoredDraft(saved: SavedHours): Draft | null {
  const stored = readDraft(draftKey, saved)
  if (!stored || !isComplete(stored.values)) return null
  const values = withoutVersion(stored.values)
  const base = stored.base && isComplete(stored.base) ? stored.base : null
  if ((base ?? stored.values).version < saved.version) return mergeDraft({ values, base }, saved, false)
  return { values, base: base ?? saved, storedBase: base ?? saved, conflict: null }
}

const isComplete = ({ weeklyAvailability, dateSpecificAvailability }: DraftAvailability) =>
  weekdays.every((weekday) => Array.isArray(weeklyAvailability[weekday]?.timeRanges)) &&
  dateSpecificAvailability.every(({ date, timeRanges }) => typeof date === 'string' && Array.isArray(timeRanges))

/**
 * The values of the editor: the saved hours, or the unsaved changes to them. Unsaved changes survive a reload, and the app does
 * not reload by itself while there are any.
 */
export function useAvailabilityDraft(answer: MyAvailability) {
  const saved = useMemo(() => readSavedHours(answer), [answer])
  const [draft, setDraft] = useState<Draft | null>(() => readStoredDraft(saved))
  const [restoredFrom, setRestoredFrom] = useState(() => draft && sourceOfDraft(draftKey))
  const changedDraft = draft && !isSame(draft.values, withoutVersion(draft.base)) ? draft : null
  const openDraft = changedDraft ?? (draft?.conflict ? draft : null)
  useStoredDraft(changedDraft)

  return {
    values: openDraft?.values ?? withoutVersion(saved),
    isDirty: changedDraft !== null,
    restoredFrom: changedDraft && restoredFrom,
    /** The saved hours that the values are a change of. */
    base: openDraft?.base ?? saved,
    /** What was saved elsewhere in the meantime. */
    conflict: openDraft?.conflict ?? null,
    change: (next: (values: DraftAvailability) => DraftAvailability) =>
      setDraft((before) => {
        const isOpen = before && (before.conflict || !isSame(before.values, withoutVersion(before.base)))
        if (isOpen) return { ...before, values: next(before.values) }
        return { values: next(withoutVersion(saved)), base: saved, storedBase: saved, conflict: null }
      }),
    choose: (part: FormPart<DraftAvailability>, side: Side) =>
      setDraft((before) => before && (before.conflict ? { ...before, ...chooseSide(before.conflict, before.values, part, side) } : before)),
    mergeWith: (theirs: SavedHours) => setDraft((before) => before && mergeDraft(before, theirs, true)),
    /** Moves the focus to the choices. */
    showConflict: () => setDraft((before) => before && { ...before, conflict: before.conflict && { ...before.conflict, isSeen: true } }),
    discard: () => {
      setDraft(null)
      setRestoredFrom(null)
    },
    /** Call this after a save. Changes made while the save was on its way stay a draft, now based on the new version. */
    markSaved: (sent: DraftAvailability, now: SavedHours) => {
      setDraft((before) => {
        if (before === null || isSame(before.values, sent)) return null
        const { values } = mergeDraft({ values: before.values, base: { ...sent, version: 0 } }, now, true)
        return { values, base: now, storedBase: now, conflict: null }
      })
      setRestoredFrom(null)
    },
  }
}

const readStoredText = () => JSON.stringify(readDraft(draftKey, { ...makeEmptyAvailability('UTC'), version: 0 }))

function useStoredDraft(changedDraft: Draft | null) {
  const [restored] = useState(readStoredText)
  const lastWritten = useRef(restored)
  useEffect(() => {
    if (changedDraft) {
      const { values, base, storedBase } = changedDraft
      writeDraft(draftKey, { ...values, version: (storedBase ?? base).version }, { base: storedBase ?? undefined })
      lastWritten.current = readStoredText()
      return holdReload()
    }
    // All tabs store their draft under the same key. We only delete a draft that this tab wrote or restored.
    if (readStoredText() === lastWritten.current) dropDraft(draftKey)
    lastWritten.current = ''
    return undefined
  }, [changedDraft])
}
