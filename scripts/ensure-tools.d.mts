export declare const ensureBrowser: () => Promise<string | undefined>;
