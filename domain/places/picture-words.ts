import type { PictureWords } from '../pictures/contract.ts'
import { describePagePicture } from '../pictures/page-words.ts'
import type { PlaceDetail } from './contract.ts'
import { formatPlaceCity } from './format-city.ts'
import { formatCourts } from './format-courts.ts'

type Facts = Pick<PlaceDetail, 'name' | 'activities' | 'courts' | 'cityName' | 'cityState'>

export const describePlacePicture = ({ name, activities, courts, ...place }: Facts): PictureWords =>
  describePagePicture({
    activity: activities[0],
    kind: 'Place to play',
    title: name,
    detail: [formatPlaceCity(place), courts !== null && formatCourts(courts, activities)].filter(Boolean).join(' · '),
  })
