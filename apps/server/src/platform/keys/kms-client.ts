import { KMSClient } from '@aws-sdk/client-kms';

export interface KmsAddress {
  /** Amazon's of that region, unless named */
  endpoint?: string;
  region: string;
  /** found by the SDK's own means (role, environment) unless given */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

export const openKmsClient = ({ endpoint, region, credentials }: KmsAddress): KMSClient =>
  new KMSClient({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    requestHandler: { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });
