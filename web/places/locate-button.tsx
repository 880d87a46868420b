import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import type { LatLng } from '../../domain/geo/contract.ts'
import { Button } from '../ui/button.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'

/** Sets the pin to the location of the device. We ask for the location only on a press, and use it only for the map. */
export function LocateButton({ onFound }: { onFound: (at: LatLng) => void }) {
  const [isAsking, setAsking] = useState(false)
  const ask = () => {
    setAsking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false)
        onFound({ lat: coords.latitude, lng: coords.longitude })
      },
      () => {
        setAsking(false)
        showSnackbar('We could not get your location. Search for it instead.', { duration: 5000, tone: 'alarm' })
      },
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
    )
  }
  return (
    <Button isPending={isAsking} pendingLabel="Locating" onClick={ask}>
      <LocateFixed size={18} aria-hidden="true" /> Use my location
    </Button>
  )
}
