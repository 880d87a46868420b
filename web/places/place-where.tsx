import { Copy, Navigation } from 'lucide-react'
import { useId } from 'react'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { cityWords } from '../../domain/places/rules.ts'
import { directionsUrl } from '../maps/directions.ts'
import { MapView } from '../maps/map-view.tsx'
import { Button, buttonClasses } from '../ui/button.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'

export function PlaceWhere({ place }: { place: PlaceDetail }) {
  const { name, lat, lng, address } = place
  const headingId = useId()
  const words = address || [cityWords(place), `${lat.toFixed(4)}, ${lng.toFixed(4)}`].filter(Boolean).join(' · ')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address ? `${name}, ${address}` : `${lat}, ${lng}`)
      showSnackbar('Address copied')
    } catch {
      showSnackbar('Your browser did not let us copy. Select the address instead.', { duration: 5000, tone: 'alarm' })
    }
  }
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h2 id={headingId} className="text-[1.375rem]">
        Where
      </h2>
      <p className="text-soft wrap-anywhere">{words}</p>
      <MapView label={`Map of ${name}`} pin={{ lat, lng }} className="h-64 sm:h-80" />
      <p className="flex flex-wrap gap-2.5">
        <a href={directionsUrl(place)} target="_blank" rel="noreferrer" className={buttonClasses()}>
          <Navigation size={17} aria-hidden="true" /> Directions
        </a>
        <Button variant="quiet" onClick={() => void copy()}>
          <Copy size={17} aria-hidden="true" /> Copy address
        </Button>
      </p>
    </section>
  )
}
