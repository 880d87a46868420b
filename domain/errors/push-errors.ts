/** Errors about alerts on a device. */
export const pushErrors = {
  PushNotSetUp: { status: 503, message: 'Alerts on devices are not set up on this site yet.' },
  PushServiceUnknown: { status: 422, message: 'We cannot send alerts to this browser, because we do not know its push service.' },
  PushKeyOutdated: { status: 409, message: 'This device subscribed with another key. Subscribe anew.' },
  PushRegistrationNotFound: { status: 404, message: 'This device does not get alerts anymore. Turn them on again.' },
  PushDeviceNotFound: { status: 404, message: 'This device does not get alerts anymore.' },
  TooManyPushDevices: { status: 409, message: ({ max }: { max: number }) => `You get alerts on ${max} devices. Remove one of them first.` },
} as const
