throw new Error('broken');
