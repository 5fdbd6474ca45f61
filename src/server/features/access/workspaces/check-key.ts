/** Checks an API key at the telephony provider before it is saved. */
import { AppError } from '../../../platform/errors.ts';
import { ProviderError, type VoiceProviderFactory } from '../../../platform/provider/provider.ts';

/** Asks the provider whether the API key is valid. Throws `key_rejected` or `provider_unavailable`. */
export async function assertProviderKeyValid(providerFactory: VoiceProviderFactory, apiKey: string): Promise<void> {
  try {
    await providerFactory(apiKey).checkKey();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new AppError(error.kind === 'key_rejected' ? 'key_rejected' : 'provider_unavailable', { cause: error });
  }
}
