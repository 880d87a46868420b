import * as v from 'valibot'

/** The page of a team shows the newest of them. */
export const maxTeamPhotos = 12

/** A picture of a past game. Games of a series that share a picture are one photo. */
const TeamPhotoOfGame = v.object({
  pictureUrl: v.string(),
  game: v.object({ id: v.string(), title: v.string(), startsAt: v.number(), timeZone: v.string() }),
})
export const TeamPhotos = v.object({ photos: v.array(TeamPhotoOfGame) })
export type TeamPhotos = v.InferOutput<typeof TeamPhotos>
