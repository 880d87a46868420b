import { Copy, Navigation } from 'lucide-react'
import { Button, buttonClasses } from '../ui/button.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { directionsUrl } from './directions.ts'

type DirectionsButtonsProps = {
  place: Parameters<typeof directionsUrl>[0]
  /** The text that is copied, to paste into another app. */
  address: string
}

/** The two buttons under a map: directions, and copy the address. */
export function DirectionsButtons({ place, address }: DirectionsButtonsProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      showSnackbar('Address copied')
    } catch {
      showSnackbar('Your browser blocked copying. Select the address and copy it yourself.', { duration: 5000, tone: 'alarm' })
    }
  }
  return (
    <p className="flex flex-wrap gap-2.5">
      <a href={directionsUrl(place)} target="_blank" rel="noreferrer" className={buttonClasses()}>
        <Navigation size={17} aria-hidden="true" /> Directions
      </a>
      <Button variant="quiet" onClick={() => void copy()}>
        <Copy size={17} aria-hidden="true" /> Copy address
      </Button>
    </p>
  )
}
