import type { PictureWords } from '../pictures/contract.ts'
import { describePagePicture } from '../pictures/page-words.ts'
import { coverShades } from './cover-shades.ts'
import type { TeamDetail } from './detail-contract.ts'

type Facts = Pick<TeamDetail, 'name' | 'activity' | 'mainColor' | 'secondColor' | 'members'> & {
  city: { name: string; state: string } | null
}

/** The court has the colors of the community, as on its page. */
export const describeTeamPicture = ({ name, activity, mainColor, secondColor, members, city }: Facts): PictureWords =>
  describePagePicture({
    activity,
    kind: 'Community',
    title: name,
    detail: [city && `${city.name}, ${city.state}`, members === 1 ? '1 member' : `${members.toLocaleString('en-US')} members`]
      .filter(Boolean)
      .join(' · '),
    colors: mainColor ? { ground: coverShades[mainColor], outer: secondColor ? coverShades[secondColor] : undefined } : undefined,
  })
