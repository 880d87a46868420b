import { Link } from 'react-router'
import { findActivity } from '../../../domain/activities.ts'
import { cityLabel } from '../../../domain/cities/rules.ts'
import type { DraftValues } from './draft-values.ts'
import { joinModeHints, joinModeNames } from './join-mode-texts.ts'
import { DraftCover } from './look-step.tsx'
import { stepPath } from './step-frame.tsx'

type ReviewStepProps = { draftId: string | null; values: DraftValues; photoUrl: string | null }

/** Everything that the community will show, each with a link to the page on which it can be changed. */
export function ReviewStep({ draftId, values, photoUrl }: ReviewStepProps) {
  const { activity, name, description, city, place, joinMode, topics } = values
  const where = [city && cityLabel(city), place?.name].filter(Boolean).join(' · ')
  return (
    <div className="grid gap-5">
      <DraftCover draftId={draftId} values={values} photoUrl={photoUrl} />
      <dl className="border-b border-line">
        <Row step={0} label="Activity" value={activity && (findActivity(activity)?.label ?? activity)} />
        <Row step={1} label="Name" value={name} />
        <Row step={1} label="Description" value={description} empty="None" />
        <Row step={2} label="City and place" value={where} />
        <Row step={4} label="Who may join" value={`${joinModeNames[joinMode]}. ${joinModeHints[joinMode]}`} />
        <Row step={5} label="Topics" value={topics.map((topic) => topic.name).join(', ')} empty="None" />
      </dl>
      <p className="text-small text-soft">A new community has the free plan. You are its owner, and can change all of this later.</p>
    </div>
  )
}

function Row({ step, label, value, empty = '' }: { step: number; label: string; value: string | null; empty?: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-t border-line py-3">
      <dt className="text-small text-soft">{label}</dt>
      <dd className="col-start-1 whitespace-pre-line wrap-anywhere">{value || empty}</dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <Link to={stepPath(step)} className="inline-flex min-h-11 items-center font-strong text-court hover:underline">
          Edit<span className="sr-only"> {label.toLowerCase()}</span>
        </Link>
      </dd>
    </div>
  )
}
