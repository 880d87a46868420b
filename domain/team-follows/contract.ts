import * as v from 'valibot'

/** A person can follow this many communities. */
export const maxFollowedTeams = 500

/** The state after following or unfollowing a community. Members do not follow it, because they get all of its news. */
export const TeamFollow = v.object({ isFollowing: v.boolean(), followers: v.number() })
export type TeamFollow = v.InferOutput<typeof TeamFollow>
