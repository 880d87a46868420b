import { Copy, Navigation } from 'lucide-react'
import { Button, buttonClasses } from '../ui/button.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { directionsUrl } from './directions.ts'

type WaysThereProps = {
  place: Parameters<typeof directionsUrl>[0]
  /** What is copied for whoever types it in elsewhere. */
  address: string
}

/** The two buttons under a map. */
export function WaysThere({ place, address }: WaysThereProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      showSnackbar('Address copied')
    } catch {
      showSnackbar('Your browser did not let us copy. Select the address instead.', { duration: 5000, tone: 'alarm' })
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
