import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathBuilderResult;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bouncycastle.asn1.tsp.ArchiveTimeStamp;
import org.bouncycastle.asn1.tsp.ArchiveTimeStampChain;
import org.bouncycastle.asn1.tsp.ArchiveTimeStampSequence;
import org.bouncycastle.asn1.tsp.EvidenceRecord;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.DigestCalculatorProvider;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.bouncycastle.tsp.TimeStampToken;
import org.bouncycastle.tsp.ers.ERSByteData;
import org.bouncycastle.tsp.ers.ERSEvidenceRecord;

/**
 * Judges evidence records (RFC 4998) with Bouncy Castle alone.
 *
 * Arguments: the file of the trusted roots in PEM; the time at which to judge; the ends of digests, such as
 * "SHA-256=2040-12-31T00:00:00Z", or "none"; then a file of a record and a file of its data, as often as wanted.
 * Writes one line for each: "holds since 2026-11-24T10:00:00Z by 3 timestamps", or "refused: ...".
 */
public final class JudgeRecords {
    private static final Map<String, String> DIGESTS = Map.of(
        "2.16.840.1.101.3.4.2.1", "SHA-256", "2.16.840.1.101.3.4.2.2", "SHA-384", "2.16.840.1.101.3.4.2.3", "SHA-512");

    private static DigestCalculatorProvider calculators;
    private static Set<TrustAnchor> anchors;
    private static Date now;
    private static Map<String, Date> ends;

    public static void main(String[] args) throws Exception {
        Security.addProvider(new BouncyCastleProvider());
        calculators = new JcaDigestCalculatorProviderBuilder().setProvider("BC").build();
        anchors = new HashSet<>();
        for (var root : CertificateFactory.getInstance("X.509").generateCertificates(Files.newInputStream(Path.of(args[0]))))
            anchors.add(new TrustAnchor((X509Certificate) root, null));
        now = Date.from(Instant.parse(args[1]));
        ends = new HashMap<>();
        if (!args[2].equals("none"))
            for (String end : args[2].split(","))
                ends.put(end.split("=")[0], Date.from(Instant.parse(end.split("=")[1])));
        for (int at = 3; at < args.length; at += 2)
            System.out.println(judge(Files.readAllBytes(Path.of(args[at])), Files.readAllBytes(Path.of(args[at + 1]))));
    }

    private static String judge(byte[] record, byte[] data) {
        try {
            return judgeRecord(EvidenceRecord.getInstance(record), data);
        } catch (Exception refused) {
            return "refused: " + String.valueOf(refused.getMessage()).replace('\n', ' ');
        }
    }

    private static String judgeRecord(EvidenceRecord record, byte[] data) throws Exception {
        ArchiveTimeStampChain[] chains = record.getArchiveTimeStampSequence().getArchiveTimeStampChains();
        // Bouncy Castle looks for the data in the newest chain: each chain is made the newest in its turn.
        for (int count = 1; count <= chains.length; count++) {
            var sequence = new ArchiveTimeStampSequence(Arrays.copyOf(chains, count));
            var part = new EvidenceRecord(record.getDigestAlgorithms(), null, null, sequence);
            new ERSEvidenceRecord(part, calculators).validatePresent(new ERSByteData(data), now);
        }
        List<ArchiveTimeStamp> stamps = new ArrayList<>();
        for (ArchiveTimeStampChain chain : chains) stamps.addAll(Arrays.asList(chain.getArchiveTimestamps()));
        Date until = null;
        for (ArchiveTimeStamp stamp : stamps) {
            var token = new TimeStampToken(stamp.getTimeStamp());
            Date at = token.getTimeStampInfo().getGenTime();
            if (until != null && !at.before(until)) throw new Exception("a timestamp was renewed too late, on " + at);
            until = judgeToken(token, at);
            Date digestEnd = ends.get(DIGESTS.get(stamp.getDigestAlgorithmIdentifier().getAlgorithm().getId()));
            if (digestEnd != null && digestEnd.before(until)) until = digestEnd;
        }
        if (!now.before(until)) throw new Exception("the last timestamp ended on " + until.toInstant());
        var first = new TimeStampToken(stamps.get(0).getTimeStamp()).getTimeStampInfo().getGenTime();
        return "holds since " + first.toInstant() + " by " + stamps.size() + " timestamps";
    }

    /** The signature, and the chain of its certificate at that time. When the first certificate of it ends. */
    private static Date judgeToken(TimeStampToken token, Date at) throws Exception {
        var certificates = new ArrayList<X509Certificate>();
        X509Certificate signer = null;
        for (X509CertificateHolder holder : token.getCertificates().getMatches(null)) {
            X509Certificate certificate = new JcaX509CertificateConverter().setProvider("BC").getCertificate(holder);
            certificates.add(certificate);
            if (token.getSID().match(holder)) signer = certificate;
        }
        token.validate(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(signer));
        var target = new X509CertSelector();
        target.setCertificate(signer);
        var parameters = new PKIXBuilderParameters(anchors, target);
        parameters.setRevocationEnabled(false);
        parameters.setDate(at);
        parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(certificates)));
        var built = (PKIXCertPathBuilderResult) CertPathBuilder.getInstance("PKIX", "BC").build(parameters);
        Date until = built.getTrustAnchor().getTrustedCert().getNotAfter();
        for (var certificate : built.getCertPath().getCertificates()) {
            Date end = ((X509Certificate) certificate).getNotAfter();
            if (end.before(until)) until = end;
        }
        return until;
    }
}
