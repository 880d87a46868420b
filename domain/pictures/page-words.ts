import { type ActivityId, findActivity } from '../activities.ts'
import type { PictureWords } from './contract.ts'

export const activityOf = (activity: string | null | undefined): ActivityId => findActivity(activity ?? '')?.id ?? 'other'

/** A community, an organization or a place: what it is, its name, and a fact. */
export const describePagePicture = ({
  activity,
  kind,
  ...words
}: { activity: string | null | undefined; kind: string } & Pick<PictureWords, 'title' | 'detail' | 'colors'>): PictureWords => ({
  activity: activityOf(activity),
  kicker: [findActivity(activity ?? '')?.label, kind].filter(Boolean).join(' · '),
  plainTitle: kind,
  ...words,
})
