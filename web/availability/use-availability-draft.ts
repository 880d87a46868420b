import { useEffect, useRef, useState } from 'react'
import type { MyAvailability } from '../../domain/availability/contract.ts'
import type { DraftAvailability } from '../../domain/availability/drafts.ts'
import { isSavable, readyToSave, startAvailability } from '../../domain/availability/rules.ts'
import { weekdays } from '../../domain/time/clock.ts'
import { holdReload } from '../busy.ts'
import { dropDraft, readDraft, writeDraft } from '../ui/draft.ts'
import { deviceZone } from './time-zones.ts'

/** Changes, and the version they were made to. */
type Draft = { values: DraftAvailability; version: number }

const draftKey = 'availability'

/** Saving sorts: what differs in nothing but its order is the same. */
const isSame = (a: DraftAvailability, b: DraftAvailability) =>
  JSON.stringify(a) === JSON.stringify(b) || (isSavable(a) && JSON.stringify(readyToSave(a)) === JSON.stringify(readyToSave(b)))

const textOf = ({ values, version }: Draft) => JSON.stringify({ ...values, version })

function readKept(start: DraftAvailability): Draft | null {
  const kept = readDraft(draftKey, { ...start, version: 0 })
  if (!kept) return null
  const { version, ...values } = kept
  const isWhole =
    weekdays.every((weekday) => Array.isArray(values.weeklyAvailability[weekday]?.timeRanges)) &&
    values.dateSpecificAvailability.every(({ date, timeRanges }) => typeof date === 'string' && Array.isArray(timeRanges))
  return isWhole ? { values, version } : null
}

/** What is shown: what was saved, until something is changed. Changes outlive a reload and hold the automatic one back. */
export function useAvailabilityDraft(saved: MyAvailability) {
  const [start, setStart] = useState({ saved, values: firstValues(saved) })
  if (start.saved !== saved) setStart({ saved, values: firstValues(saved) })
  const [draft, setDraft] = useState<Draft | null>(() => readKept(start.values))
  const [isRestored, setRestored] = useState(() => draft !== null)
  const changed = draft && !isSame(draft.values, start.values) ? draft : null
  useKeptDraft(draft, changed)

  return {
    values: changed?.values ?? start.values,
    isDirty: changed !== null,
    isRestored: isRestored && changed !== null,
    /** Someone, most likely the same person in another tab, saved after these changes were begun. */
    isBehind: changed !== null && changed.version < saved.version,
    version: changed?.version ?? saved.version,
    change: (next: (values: DraftAvailability) => DraftAvailability) =>
      setDraft((before) => {
        const isFresh = before === null || isSame(before.values, start.values)
        return isFresh ? { values: next(start.values), version: saved.version } : { ...before, values: next(before.values) }
      }),
    discard: () => {
      setDraft(null)
      setRestored(false)
    },
    /** After a save: what was changed while it was on its way stays a draft, made to the new version. */
    settle: (sent: DraftAvailability, version: number) => {
      setDraft((before) => (before === null || isSame(before.values, sent) ? null : { ...before, version }))
      setRestored(false)
    },
  }
}

const firstValues = ({ availability }: MyAvailability): DraftAvailability => availability ?? startAvailability(deviceZone())

function useKeptDraft(draft: Draft | null, changed: Draft | null) {
  const [keptAtFirst] = useState(draft)
  const written = useRef(keptAtFirst && textOf(keptAtFirst))
  useEffect(() => {
    if (changed) {
      written.current = textOf(changed)
      writeDraft(draftKey, { ...changed.values, version: changed.version })
      return holdReload()
    }
    const kept = readDraft(draftKey, { ...startAvailability('UTC'), version: 0 })
    // Another tab's unsaved changes lie in the same place: only what this one wrote, or took over, is thrown away.
    if (kept && JSON.stringify(kept) === written.current) dropDraft(draftKey)
    written.current = null
    return undefined
  }, [changed])
}
