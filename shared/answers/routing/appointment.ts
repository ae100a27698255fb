/** A booking of the same device at the same time as a given appointment. */
export interface AppointmentOverlap {
  /** The index of the given appointment. */
  index: number;
  deviceName: string;
  processId: number;
  name: string;
  partName: string;
  orderId: number;
  orderCode: string;
  appointmentStart: string;
  appointmentEnd: string;
}
