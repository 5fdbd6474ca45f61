// Simulated voices of a call, encoded as Opus by a browser: 200 ms of a tone with the rhythm of syllables, which loops
// seamlessly. The agent's tone is 440 Hz and the customer's 220 Hz, so that a test recognises the speaker by pitch.

export type SimulatedSpeaker = 'agent' | 'customer';

export const audioFrameMs = 20;
/** An Opus frame of silence: CELT, full band, 20 ms. */
export const silentOpusFrame: Buffer = Buffer.from('f8fffe', 'hex');
/** Loudness below which a packet counts as silence, in dB below full scale. */
const quietestSpeech = 60;
/** Largest size in bytes of an audio packet that counts as silence. */
const mostSilentBytes = 8;

/** True if an audio packet contains sound, by the sender's reported loudness, otherwise by the packet's size. */
export function isAudioPacketAudible(payload: Buffer, quietness: number | undefined): boolean {
  return quietness === undefined ? payload.length > mostSilentBytes : quietness < quietestSpeech;
}

export function getSimulatedSpeakerAudioFrame(voice: SimulatedSpeaker, nth: number): Buffer {
  return frames[voice][nth % frames[voice].length] ?? silentOpusFrame;
}

/** Opus frames of each simulated voice, played in a loop. The base64 data has a length byte before each frame. */
const frames: Record<SimulatedSpeaker, Buffer[]> = {
  agent: unpack(
    'NfitsSApltPtj8cGFjsahGSUAo7ClNVPSwMSEqjXQsBTVMq7BgV4c7O2016LIneu60tWFBmuM/isqiuIGqQBk7a2USjetdWnNhOMGWLRb+W9Ww5ocSZ98/Z8vvaVmeLOCVA1' +
      'ZXP6lPr9rjT4rX88AlE5pTCIBFjS6ki7tXIqh3eATZ1NEZMv/MvfNpOJl13Zo6sJTnYc240vr8ejxFGuNfitdsti5OsizV0fyvH9KXZdTFNvZR5ter7DJ0WnyVfpbGqH0YFv' +
      '3mCzIAmktzRxXAG5j6muMviwTeNDapzBPieoU9zFGGSYEs3QFjfBCjBeDpNS7yODq7ScZ5RBivoGg87gHMhulU2uNPiwZxwoLETmlTEyoUgrOQHV5y5M0HpD9d4xRkipFjE6' +
      'A5fAQE4ntpPLR03/H5sH9VXzC641+LFyl5YyBLZ3cuz+wRC4O5sPL/3aWbNvBWV1fOcq7eAgFP3X018yrM7B4WqQaoGHTd1BH641+LGth8gmD2Rr2yWC1egY2RvUbxXG3dDf' +
      '+8dhGT/oJTVm6aTiZuDZo6tJOfAy/S0FOXk3T640+K12uYiOjdKbOMVsIQAebjo6IGgt17C11u9pCA7T/L9f/Nt/aI7Ey4FHXnJkQw3ZFXgHrjP4r+o93JuZuV1mDK+rEdoV' +
      'w2u7GFOj7B5uPpRDnqN1uFaOCxaN0wAKy8brWWTJ74NIr64=',
  ),
  customer: unpack(
    'M/jA3IyqBTZIBXVkO+Fbg0Xlx1Ow2auF+JwCdQNWj3zXHfpalXNN82oT5VTey6jqUs1jWzP4wzWG3ErJo6Tp+oZATcM0wdzw2gMvSP9kT1N8GE1X2xEs1XlEtyox6+3/SKvf' +
      'lPoLc1sz+MM/gq/cLRa/eaFERRUlEXbCWVXKQejDgGdHumQB9m3zso9/bNoLXbPXepu8tNTO/etbNPjA2NZObjOqkgMOiV6426WUX4ZhaVyFsJSdU1jxd787ZXv7SvCyV/9R' +
      'onN8IiYg1Nzq01sy+ML35ISteaJNF4WRw90ttC2omseIxSQswxUew/LNa/wKdYDmUr9SRRDgfYLTOXAAD1sz+MAMrgU3TPsjzvzwXRzptg+jd8no+KEWgydFo8Xe/O2UFsvK' +
      'OL5/tEgSBSCLin+TgstbM/jAFIbt6ZLq2jEPUuo38XqRw260lEpnRLtaN5NCwJo+2AbWFSKuB2zL4UKBiCp/r8jK2zP4wWj1EQr3dD3oowbqIDHY3IXClXP0YPHSZ0e5llh2' +
      'bfOyiO3GQo7xtdyBl7yuelcv71sz+MAUie9s+KBxIy70s0/LKjAfiM/qOvIEeB4ZxAhexnZuFVqd2yv/c6oe/lRQw9OOHXdbM/jA17eentm2TDK1U3p0uoEi8rYqsSruz4Sq' +
      'RtDvP7tbqg6MVOkp23kLZAiIIseTl2rTWw==',
  ),
};

function unpack(base64: string): Buffer[] {
  const bytes = Buffer.from(base64, 'base64');
  const unpacked: Buffer[] = [];
  for (let at = 0, length = 0; at < bytes.length; at += 1 + length) {
    length = bytes[at] ?? 0;
    unpacked.push(bytes.subarray(at + 1, at + 1 + length));
  }
  return unpacked;
}
