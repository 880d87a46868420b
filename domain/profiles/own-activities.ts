import type { OwnProfile } from './contract.ts'

/** The activities that are switched on, in the person's order. */
export const listOwnActivities = ({ sportAvailability }: Pick<OwnProfile, 'sportAvailability'>) =>
  sportAvailability.filter(({ isOn }) => isOn).map(({ activity }) => activity)
