import { useParams } from 'react-router'

export default function TeamTestPage() {
  return <h1 className="text-heading">The rest of the address is {useParams()['*'] ?? 'none'}.</h1>
}
