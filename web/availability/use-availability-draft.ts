import { useEffect, useRef, useState } from 'react'
import type { MyAvailability } from '../../domain/availability/contract.ts'
import type { DraftAvailability } from '../../domain/availability/drafts.ts'
import { canSave, makeEmptyAvailability, prepareToSave } from '../../domain/availability/rules.ts'
import { weekdays } from '../../domain/time/clock.ts'
import { holdReload } from '../busy.ts'
import { dropDraft, readDraft, writeDraft } from '../ui/draft.ts'
import { getDeviceTimeZone } from './time-zones.ts'

/** Unsaved changes, and the version they are based on. */
type Draft = { values: DraftAvailability; version: number }

const draftKey = 'availability'

/** Saving sorts the ranges, so two drafts that differ only in order are the same. */
const isSame = (a: DraftAvailability, b: DraftAvailability) =>
  JSON.stringify(a) === JSON.stringify(b) || (canSave(a) && JSON.stringify(prepareToSave(a)) === JSON.stringify(prepareToSave(b)))

const toText = ({ values, version }: Draft) => JSON.stringify({ ...values, version })

function readStoredDraft(base: DraftAvailability): Draft | null {
  const stored = readDraft(draftKey, { ...base, version: 0 })?.values
  if (!stored) return null
  const { version, ...values } = stored
  const isComplete =
    weekdays.every((weekday) => Array.isArray(values.weeklyAvailability[weekday]?.timeRanges)) &&
    values.dateSpecificAvailability.every(({ date, timeRanges }) => typeof date === 'string' && Array.isArray(timeRanges))
  return isComplete ? { values, version } : null
}

/**
 * The values of the editor: the saved hours, or the unsaved changes to them. Unsaved changes survive a reload, and the app does
 * not reload by itself while there are any.
 */
export function useAvailabilityDraft(saved: MyAvailability) {
  const [base, setBase] = useState({ saved, values: getInitialValues(saved) })
  if (base.saved !== saved) setBase({ saved, values: getInitialValues(saved) })
  const [draft, setDraft] = useState<Draft | null>(() => readStoredDraft(base.values))
  const [isRestored, setRestored] = useState(() => draft !== null)
  const changedDraft = draft && !isSame(draft.values, base.values) ? draft : null
  useStoredDraft(draft, changedDraft)

  return {
    values: changedDraft?.values ?? base.values,
    isDirty: changedDraft !== null,
    isRestored: isRestored && changedDraft !== null,
    /** Whether the hours were saved elsewhere, such as in another tab, after these changes were started. */
    isOutdated: changedDraft !== null && changedDraft.version < saved.version,
    version: changedDraft?.version ?? saved.version,
    change: (next: (values: DraftAvailability) => DraftAvailability) =>
      setDraft((before) => {
        const isFirstChange = before === null || isSame(before.values, base.values)
        return isFirstChange ? { values: next(base.values), version: saved.version } : { ...before, values: next(before.values) }
      }),
    discard: () => {
      setDraft(null)
      setRestored(false)
    },
    /** Call this after a save. Changes made while the save was on its way stay a draft, now based on the new version. */
    markSaved: (sent: DraftAvailability, version: number) => {
      setDraft((before) => (before === null || isSame(before.values, sent) ? null : { ...before, version }))
      setRestored(false)
    },
  }
}

const getInitialValues = ({ availability }: MyAvailability): DraftAvailability => availability ?? makeEmptyAvailability(getDeviceTimeZone())

function useStoredDraft(draft: Draft | null, changedDraft: Draft | null) {
  const [initialDraft] = useState(draft)
  const lastWritten = useRef(initialDraft && toText(initialDraft))
  useEffect(() => {
    if (changedDraft) {
      lastWritten.current = toText(changedDraft)
      writeDraft(draftKey, { ...changedDraft.values, version: changedDraft.version })
      return holdReload()
    }
    const stored = readDraft(draftKey, { ...makeEmptyAvailability('UTC'), version: 0 })?.values
    // All tabs store their draft under the same key. We only delete a draft that this tab wrote or restored.
    if (stored && JSON.stringify(stored) === lastWritten.current) dropDraft(draftKey)
    lastWritten.current = null
    return undefined
  }, [changedDraft])
}
