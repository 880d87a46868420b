import * as v from 'valibot'
import { degrees } from '../numbers.ts'
import { plainText } from '../texts.ts'

/** Error code for an invalid location. Forms replace it with a text of their own. */
export const invalidLocation = 'invalidLocation'

/** A location that was chosen from the cities, from our places, or with a pin on the map. */
export const Address = v.object(
  {
    name: plainText('An address', 120),
    lat: degrees(90, invalidLocation),
    lng: degrees(180, invalidLocation),
    description: v.pipe(plainText('An address', 200), v.minLength(1, invalidLocation)),
  },
  invalidLocation,
)
export type Address = v.InferOutput<typeof Address>
