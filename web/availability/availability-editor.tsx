import { today as todayIn } from '@internationalized/date'
import { Link, useLocation } from 'react-router'
import { readReturnPath } from '../../domain/access/rules.ts'
import type { MyAvailability } from '../../domain/availability/contract.ts'
import { canSave, prepareToSave } from '../../domain/availability/rules.ts'
import { RestoredNotice } from '../ui/form.tsx'
import { MergeNotice } from '../ui/merge-notice.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { DateList } from './date-list.tsx'
import { SaveBar } from './save-bar.tsx'
import { cityOfZone, getDeviceTimeZone } from './time-zones.ts'
import { useAvailabilityDraft } from './use-availability-draft.ts'
import { useSave } from './use-save.ts'
import { WeekChart } from './week-chart.tsx'
import { WeeklyEditor } from './weekly-editor.tsx'
import { ZoneSelect } from './zone-select.tsx'

export function AvailabilityEditor({ saved }: { saved: MyAvailability }) {
  const draft = useAvailabilityDraft(saved)
  const { values, change, isDirty, conflict } = draft
  const { save, isPending, failure, clearFailure } = useSave(draft)
  const needsLook = conflict !== null && conflict.collisions.length > 0 && !conflict.isSeen
  const deviceTimeZone = getDeviceTimeZone()
  const changeZone = (timeZone: string) => change((before) => ({ ...before, timeZone }))
  const discard = () => {
    clearFailure()
    draft.discard()
  }
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
      <div className="lg:col-start-2 lg:row-start-1">
        <div className="lg:sticky lg:top-24 lg:rounded-card lg:border lg:border-line lg:bg-card lg:p-5">
          <WeekChart availability={prepareToSave(values)} />
        </div>
      </div>
      <div className="grid min-w-0 max-w-2xl content-start gap-9 lg:col-start-1 lg:row-start-1">
        <section aria-labelledby="weekly-hours" className="grid gap-4">
          <div className="flex items-baseline justify-between gap-4">
            <h2 id="weekly-hours">Weekly hours</h2>
            <NextLink />
          </div>
          <p className="text-soft">
            Players near you see whether your hours are similar to theirs, but never which hours. New hours count after a day.
          </p>
          <RestoredNotice restoredFrom={draft.restoredFrom} onDiscard={discard} />
          <div className="grid gap-1.5">
            <p className="text-small font-strong">Time zone</p>
            <ZoneSelect label="Time zone" value={values.timeZone} onChange={changeZone} className="w-full sm:w-96" />
            {values.timeZone !== deviceTimeZone && (
              <p className="text-small text-soft">
                This device uses {cityOfZone(deviceTimeZone)} time.{' '}
                <TextButton onClick={() => changeZone(deviceTimeZone)}>Use this time zone</TextButton>
              </p>
            )}
          </div>
          <WeeklyEditor
            week={values.weeklyAvailability}
            onChange={(next) => change((before) => ({ ...before, weeklyAvailability: next(before.weeklyAvailability) }))}
          />
        </section>
        <DateList
          availability={values}
          today={todayIn(values.timeZone).toString()}
          onChange={(next) => change((before) => ({ ...before, dateSpecificAvailability: next(before.dateSpecificAvailability) }))}
        />
        <MergeNotice conflict={conflict} values={values} onChoose={draft.choose} />
        <SaveBar
          isDirty={isDirty}
          isSavable={canSave(values)}
          isPending={isPending}
          failure={failure}
          onSave={() => (needsLook ? draft.showConflict() : save(values, draft.base))}
          onDiscard={discard}
        />
      </div>
    </div>
  )
}

/** New users can skip this step and continue to the page they came for. Everyone else can view their profile. */
function NextLink() {
  const { search } = useLocation()
  const isSkippable = new URLSearchParams(search).has('skippable')
  const [to, label] = isSkippable ? [readReturnPath(search) ?? '/home', 'Skip for now...'] : ['/profile', 'View Profile']
  return (
    <Link
      to={to}
      className="relative flex-none text-small font-strong text-court underline-offset-3 after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline"
    >
      {label}
    </Link>
  )
}
