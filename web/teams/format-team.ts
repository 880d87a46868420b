import { formatPlaceCity } from '../../domain/places/format-city.ts'
import type { TeamCard } from '../../domain/teams/contract.ts'

export const formatMembers = ({ members }: Pick<TeamCard, 'members'>) =>
  members === 1 ? '1 member' : `${members.toLocaleString()} members`

export const formatTeamCity = ({ city }: Pick<TeamCard, 'city'>) => city && formatPlaceCity({ cityName: city.name, cityState: city.state })

export const formatFollowers = (followers: number) => (followers === 1 ? '1 follower' : `${followers.toLocaleString()} followers`)
