import { findActivity } from '../activities.ts'
import type { PictureWords } from '../pictures/contract.ts'
import { describePagePicture } from '../pictures/page-words.ts'
import type { PlayedActivity } from './contract.ts'

export type ProfilePreview = { name: string; cityName: string; cityState: string; activities: readonly PlayedActivity[] }

const maxActivities = 3
const listLabels = ({ activities }: ProfilePreview) =>
  activities
    .filter(({ isOn }) => isOn)
    .slice(0, maxActivities)
    .map(({ activity }) => findActivity(activity)?.label ?? activity)

/** The court is that of the first activity, which people put first because they play it most. */
export const describeProfilePicture = (profile: ProfilePreview): PictureWords =>
  describePagePicture({
    activity: profile.activities.find(({ isOn }) => isOn)?.activity,
    kind: 'Player',
    title: profile.name,
    detail: [`${profile.cityName}, ${profile.cityState}`, ...listLabels(profile).slice(1)].join(' · '),
  })

/** "Plays pickleball and tennis in Austin, TX." */
export function describeProfile(profile: ProfilePreview): string {
  const labels = new Intl.ListFormat('en-US').format(listLabels(profile))
  return `Plays ${labels ? `${labels} ` : ''}in ${profile.cityName}, ${profile.cityState}.`
}
